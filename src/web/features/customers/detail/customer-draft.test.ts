import { describe, expect, it } from 'vitest';
import type { Customer } from '#contract/customers.ts';
import { ANN } from '../customers.testing.ts';
import { changesOf, draftOf, errorsOf, isChanged, rebased } from './customer-draft.ts';

describe('the form of a customer', () => {
  it('sends nothing but what was changed, with the version that was seen', () => {
    const draft = draftOf(ANN);
    expect(isChanged(ANN, draft)).toBe(false);
    expect(changesOf(ANN, draft)).toEqual({ expected_version: 3 });
    const changed = {
      ...draft,
      phone: '704-555-0199',
      billing: { ...draft.billing, city: 'Charlotte' },
      sms: true,
      language: 'es',
    };
    expect(changesOf(ANN, changed)).toEqual({
      billing: { city: 'Charlotte', phone: '704-555-0199' },
      preferences: { sms: true, language: 'es' },
      expected_version: 3,
    });
  });

  it('takes a flag away, changes its words, and sends all groups', () => {
    const flagged: Customer = { ...ANN, flag: { kind: 'check_id', text: 'Look twice' } };
    const draft = draftOf(flagged);
    expect(changesOf(flagged, { ...draft, flagKind: 'none' })).toMatchObject({ flag: null });
    expect(changesOf(flagged, { ...draft, flagText: '' })).toMatchObject({ flag: { kind: 'check_id', text: '' } });
    expect(changesOf(ANN, { ...draftOf(ANN), groups: [] })).toMatchObject({ groups: [] });
  });

  it('keeps my changes on top of what somebody else saved, and names what they changed', () => {
    const mine = { ...draftOf(ANN), display_name: 'Annie', billing: { ...draftOf(ANN).billing, city: 'Charlotte' } };
    const present: Customer = {
      ...ANN,
      version: 4,
      email: 'ann@new.example',
      billing: { ...ANN.billing, city: 'Raleigh', postcode: '27601' },
    };
    const { draft, meanwhile } = rebased(ANN, mine, present);
    expect(meanwhile).toEqual(['email', 'billing city', 'billing ZIP code']);
    expect(draft).toMatchObject({ display_name: 'Annie', email: 'ann@new.example' });
    expect(draft.billing).toMatchObject({ city: 'Charlotte', postcode: '27601' });
    expect(changesOf(present, draft)).toEqual({
      display_name: 'Annie',
      billing: { city: 'Charlotte' },
      expected_version: 4,
    });
  });

  it('asks for an email or a phone number, and for what can be read', () => {
    const draft = draftOf(ANN);
    expect(errorsOf(ANN, draft)).toEqual({});
    expect(errorsOf(ANN, { ...draft, email: '', phone: ' ' })).toEqual({
      email: 'Either email or phone number is required',
    });
    expect(Object.keys(errorsOf(ANN, { ...draft, email: 'ann@', password: 'short', phone: '12' })).toSorted()).toEqual([
      'email',
      'password',
      'phone',
    ]);
    expect(Object.keys(errorsOf(ANN, { ...draft, shipping: { ...draft.shipping, postcode: '2' } }))).toEqual([
      'shippingZip',
    ]);
  });

  it('leaves alone what came from elsewhere and was not touched', () => {
    const odd: Customer = { ...ANN, billing: { ...ANN.billing, phone: '12', postcode: 'SW1' } };
    expect(errorsOf(odd, draftOf(odd))).toEqual({});
  });
});
