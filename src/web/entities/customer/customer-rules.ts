import { z } from 'zod';
import type { BodySent } from '#contract/route.ts';
import type { createUserRoute } from '#contract/customers.ts';
import { dayIn } from '#domain/day.ts';
import { isBirthDay, isEmail, REACH_SENTENCES } from '#domain/new-customer.ts';
import { readPhone } from '#domain/phone.ts';

export interface NewCustomer {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  /** ISO day, as the browser's date field has it. */
  dateOfBirth: string;
  licenseNumber: string;
  /** '1' while date of birth and licence number are those of a card that was scanned just now, else ''. */
  idChecked: string;
}

export const EMPTY_CUSTOMER: NewCustomer = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  // Rule: customers/quick-form.
  state: 'NC',
  zipCode: '',
  dateOfBirth: '',
  licenseNumber: '',
  idChecked: '',
};

/** Today at the shop, ISO, by the clock of this till. */
export function todayIn(timeZone: string): string {
  return dayIn(timeZone, new Date());
}

const line = (maxLength: number) => z.string().trim().max(maxLength, `At most ${maxLength} characters.`);

/**
 * The rules that the server has too, checked while the form is still open. Rule: customers/reachable.
 * @param today ISO day, the latest possible day of birth
 */
export function newCustomerRules(today: string) {
  return z
    .object({
      firstName: line(100).min(1, 'First name is required'),
      lastName: line(100),
      email: line(320).refine((email) => email === '' || isEmail(email), REACH_SENTENCES.email_not_valid),
      phone: line(50).refine((phone) => phone === '' || readPhone(phone).ok, REACH_SENTENCES.phone_not_valid),
      address: line(200),
      city: line(100),
      state: line(100),
      zipCode: line(20).refine((zip) => zip === '' || /^\d{5}(-?\d{4})?$/.test(zip), 'Five digits, or nine.'),
      dateOfBirth: line(10).refine((day) => day === '' || isBirthDay(day, today), 'Not a date of birth.'),
      licenseNumber: line(100),
      idChecked: line(1),
    })
    .refine(({ email, phone }) => email.trim() !== '' || phone.trim() !== '', {
      path: ['email'],
      message: REACH_SENTENCES.email_or_phone_required,
      // Reported together with other missing fields, not after them.
      when: () => true,
    });
}

/**
 * The call that creates a customer at the register. The server makes the user name, the password, and the address of a
 * customer without email. Rules: customers/no-email, customers/quick-form.
 */
export function createBody(customer: NewCustomer): BodySent<typeof createUserRoute> {
  const { firstName, lastName, email, phone, address, city, state, zipCode, dateOfBirth, licenseNumber, idChecked } =
    customer;
  const name = `${firstName} ${lastName}`.trim();
  const place = {
    first_name: firstName,
    last_name: lastName,
    address_1: address,
    city,
    state,
    postcode: zipCode,
    country: 'US',
  };
  const meta = [
    { key: '_date_of_birth', value: dateOfBirth },
    { key: '_license_number', value: licenseNumber },
    { key: '_id_checked', value: idChecked },
  ].filter(({ value }) => value !== '');
  return {
    ...(email === '' ? {} : { email }),
    first_name: firstName,
    last_name: lastName,
    name,
    display_name: name,
    roles: ['customer'],
    billing: { ...place, email, phone },
    shipping: place,
    ...(meta.length > 0 ? { meta_data: meta } : {}),
  };
}
