/** The shapes of the demo shop's data, before they become rows. Money is whole cents, quantities thousandths. */

export type FieldName =
  | 'effect'
  | 'lineage'
  | 'nose'
  | 'terpene'
  | 'strain_type'
  | 'thca_percentage'
  | 'supplier'
  | 'cost';

export type FieldValues = Readonly<Partial<Record<FieldName, string>>>;

export interface DemoLocation {
  readonly id: number;
  readonly name: string;
  readonly address: Readonly<Record<'address_1' | 'city' | 'state' | 'postcode' | 'country', string>>;
  readonly phone: string;
  /** Millionths: 87500 is 8.75 %. */
  readonly taxRatePpm: number;
  /** True where there is a till. */
  readonly sells: boolean;
}

export type DemoRole = 'staff' | 'manager' | 'administrator';

export interface DemoStaff {
  readonly id: number;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly role: DemoRole;
  readonly locationId: number;
}

export interface DemoCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

export interface DemoBlueprintField {
  readonly id: number;
  readonly name: FieldName;
  readonly label: string;
  readonly type: 'text' | 'number';
  readonly options: readonly string[];
  readonly sortOrder: number;
}

export interface DemoBlueprint {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly fields: readonly DemoBlueprintField[];
}

export interface DemoConversionRatio {
  readonly input_amount: number;
  readonly input_unit: string;
  readonly output_amount: number;
  readonly output_unit: string;
  readonly description: string;
}

export interface DemoTier {
  readonly id: number;
  readonly label: string;
  readonly minMilli: number;
  /** The price of the whole `minMilli`, not of a unit. Rule: pricing/tier-price. */
  readonly priceCents: number;
  readonly unit: string;
  readonly conversionRatio: DemoConversionRatio | null;
}

export interface DemoPricingRule {
  readonly id: number;
  readonly blueprintId: number;
  readonly priceClass: string;
  readonly name: string;
  readonly productType: string;
  readonly tiers: readonly DemoTier[];
}

export interface DemoVariant {
  readonly id: number;
  readonly sku: string;
  readonly barcode: string;
  readonly option: string;
  readonly regularPriceCents: number;
  readonly salePriceCents: number | null;
}

export interface DemoProduct {
  readonly id: number;
  readonly sku: string;
  readonly barcode: string;
  readonly name: string;
  readonly slug: string;
  readonly type: 'simple' | 'variable';
  readonly categoryId: number;
  readonly blueprintId: number | null;
  /** Null when the product is sold at its plain price. */
  readonly priceClass: string | null;
  readonly regularPriceCents: number;
  readonly salePriceCents: number | null;
  readonly stockUnit: 'g' | 'piece';
  readonly image: string;
  readonly fields: FieldValues;
  readonly costCents: number;
  /** Name of what the variants differ in ("Size"), empty for a simple product. */
  readonly attribute: string;
  readonly variants: readonly DemoVariant[];
}

export interface DemoCustomer {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `<username>@customers.invalid` for those who gave none. Rule: customers/no-email. */
  readonly email: string;
  readonly hasEmail: boolean;
  readonly phone: string;
  readonly address: Readonly<Record<'address_1' | 'address_2' | 'city' | 'state' | 'postcode' | 'country', string>>;
  readonly dateOfBirth: string;
  readonly joinedDay: string;
  readonly homeLocationId: number;
  /** The frequency of their visits, relative to other customers. */
  readonly loyalty: number;
}

/** One item on one jar: its stock when the history ends, and how it is refilled. Thousandths. */
export interface StockPlan {
  readonly locationId: number;
  readonly product: DemoProduct;
  readonly variant: DemoVariant | null;
  readonly endMilli: number;
  readonly reorderMilli: number;
  /** The jar never holds more than this. */
  readonly capMilli: number;
  /** Deliveries come in multiples of this. */
  readonly lotMilli: number;
}
