import type { DemoBlueprint, DemoBlueprintField, DemoCategory, DemoLocation, DemoStaff, FieldName } from './model.ts';

/** Locations and tax rates. Rules: register/default-tax, running/demo-shop. */
export const LOCATIONS: readonly DemoLocation[] = [
  location(19, 'Charlotte Monroe', 87_500, '4120 Monroe Mill Rd', 'Charlotte', '28205', '704-555-0119'),
  location(20, 'Charlotte Central', 87_500, '811 Central Lantern Ave', 'Charlotte', '28204', '704-555-0120'),
  location(21, 'Blowing Rock', 85_000, '27 Gap View Ln', 'Blowing Rock', '28605', '828-555-0121'),
  location(23, 'Warehouse', 80_000, '600 Siding Park Dr', 'Matthews', '28105', '704-555-0123', false),
  location(25, 'Main Location', 80_000, '15 Old Depot St', 'Matthews', '28105', '704-555-0125'),
];

/** Demo sign-ins; the last two are the sellers at locations 21 and 25 in the order history. */
export const STAFF: readonly DemoStaff[] = [
  {
    id: 1,
    username: 'admin',
    displayName: 'Avery Admin',
    email: 'admin@tillwright.example',
    role: 'administrator',
    locationId: 20,
  },
  {
    id: 2,
    username: 'manager',
    displayName: 'Marlow Reyes',
    email: 'manager@tillwright.example',
    role: 'manager',
    locationId: 20,
  },
  {
    id: 3,
    username: 'staff',
    displayName: 'Sasha Lind',
    email: 'staff@tillwright.example',
    role: 'staff',
    locationId: 20,
  },
  {
    id: 4,
    username: 'monroe',
    displayName: 'Monroe Tate',
    email: 'monroe@tillwright.example',
    role: 'staff',
    locationId: 19,
  },
  {
    id: 5,
    username: 'rowan',
    displayName: 'Rowan Hale',
    email: 'rowan@tillwright.example',
    role: 'staff',
    locationId: 21,
  },
  {
    id: 6,
    username: 'ellis',
    displayName: 'Ellis Boone',
    email: 'ellis@tillwright.example',
    role: 'staff',
    locationId: 25,
  },
];

export const CATEGORY = {
  flower: 25,
  vape: 26,
  concentrate: 27,
  edible: 28,
  moonwater: 29,
  preRoll: 30,
  accessories: 31,
} as const;

export const CATEGORIES: readonly DemoCategory[] = [
  { id: CATEGORY.flower, name: 'Flower', slug: 'flower' },
  { id: CATEGORY.vape, name: 'Vape', slug: 'vape' },
  { id: CATEGORY.concentrate, name: 'Concentrate', slug: 'concentrate' },
  { id: CATEGORY.edible, name: 'Edible', slug: 'edible' },
  { id: CATEGORY.moonwater, name: 'Moonwater', slug: 'moonwater' },
  { id: CATEGORY.preRoll, name: 'Pre-roll', slug: 'pre-roll' },
  { id: CATEGORY.accessories, name: 'Accessories', slug: 'accessories' },
];

export const BLUEPRINT = { flower: 39, vape: 41, concentrate: 42, edible: 43, moonwater: 44 } as const;

const STRAIN_TYPES = ['Indica', 'Sativa', 'Hybrid'] as const;

const FIELD_LABEL: Readonly<Record<FieldName, string>> = {
  effect: 'Effect',
  lineage: 'Lineage',
  nose: 'Nose',
  terpene: 'Terpene',
  strain_type: 'Type',
  thca_percentage: 'THCA %',
  supplier: 'Supplier',
  cost: 'Cost',
};

const ALL_FIELDS = Object.keys(FIELD_LABEL) as FieldName[];
/** Food and drink have no lineage and no terpene assay. */
const KITCHEN_FIELDS: readonly FieldName[] = ['effect', 'nose', 'strain_type', 'supplier', 'cost'];

/** Rule: catalogue/blueprint-fields. */
export const BLUEPRINTS: readonly DemoBlueprint[] = [
  blueprint(BLUEPRINT.flower, 'Flower', CATEGORY.flower, ALL_FIELDS),
  blueprint(BLUEPRINT.vape, 'Vape', CATEGORY.vape, ALL_FIELDS),
  blueprint(BLUEPRINT.concentrate, 'Concentrate', CATEGORY.concentrate, ALL_FIELDS),
  blueprint(BLUEPRINT.edible, 'Edible', CATEGORY.edible, KITCHEN_FIELDS),
  blueprint(BLUEPRINT.moonwater, 'Moonwater', CATEGORY.moonwater, KITCHEN_FIELDS),
];

function location(
  id: number,
  name: string,
  taxRatePpm: number,
  street: string,
  city: string,
  postcode: string,
  phone: string,
  sells = true,
): DemoLocation {
  return {
    id,
    name,
    taxRatePpm,
    phone,
    sells,
    address: { address_1: street, city, state: 'NC', postcode, country: 'US' },
  };
}

function blueprint(id: number, name: string, categoryId: number, fields: readonly FieldName[]): DemoBlueprint {
  return { id, name, categoryId, fields: fields.map((field, index) => blueprintField(id, field, index)) };
}

function blueprintField(blueprintId: number, name: FieldName, index: number): DemoBlueprintField {
  const isNumber = name === 'cost' || name === 'thca_percentage';
  return {
    id: blueprintId * 10 + index,
    name,
    label: FIELD_LABEL[name],
    type: isNumber ? 'number' : 'text',
    options: name === 'strain_type' ? STRAIN_TYPES : [],
    sortOrder: index + 1,
  };
}
