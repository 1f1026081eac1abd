import { z } from 'zod';
import { pricingTier } from './catalogue.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, instant, moneyIn, quantityIn, success, text, versionText } from './wire.ts';

const TAGS = ['Catalogue administration'];
const MAX_TIERS = 50;

export const pricingRule = z
  .object({
    id: z.int().meta({ description: 'Id of the rule.', examples: [101] }),
    blueprint_id: z.int().meta({ description: 'Id of the blueprint.', examples: [39] }),
    name: z.string().meta({ description: 'Name of the rule.', examples: ['House flower'] }),
    product_type: z.string().meta({ description: 'Kind of goods that the tiers sell.', examples: ['flower'] }),
    price_class: z
      .string()
      .nullable()
      .meta({
        description: 'Price class of the products that it prices; null for all products of the blueprint.',
        examples: ['House'],
      }),
    begins: instant.nullable().describe('Time from which it applies; null if it applies now.'),
    tiers: z.array(pricingTier).describe('Tiers, smallest first.'),
    products: z.int().describe('Products that it prices, archived ones left out.'),
    version: z.int().meta({ description: 'Grows with every change of the rule.', examples: [1] }),
  })
  .meta({ id: 'PricingRule', description: 'Price tiers of the products of a blueprint.' });
export type PricingRule = z.output<typeof pricingRule>;

export const pricingRulesRoute = route({
  name: 'pricingRules',
  method: 'GET',
  path: '/api/manage/pricing-rules',
  access: 'edit-products',
  summary: 'Pricing rules',
  description: 'Present and later rules, by blueprint and place.',
  tags: TAGS,
  reply: success({ data: z.array(pricingRule).describe('Rules.') }),
});

const nameIn = (sample: string) =>
  text(100)
    .refine((name) => name.trim() !== '', 'is empty')
    .meta({ description: 'Name.', examples: [sample] });

const tiersIn = z
  .array(
    z.object({
      min: quantityIn.refine((milli) => milli > 0, 'is not above zero').describe('Quantity of the tier.'),
      price: moneyIn.refine((cents) => cents >= 0, 'is less than nothing').describe('Price of the whole `min`.'),
      label: nameIn('3.5 g'),
      unit: text(30)
        .nullable()
        .optional()
        .meta({ description: 'Unit.', examples: ['g'] }),
      conversion_ratio: z
        .object({
          input_amount: quantityIn.describe('Quantity that is taken.'),
          input_unit: nameIn('g'),
          output_amount: quantityIn.describe('Quantity that is made from it.'),
          output_unit: nameIn('pre-roll'),
          description: text(200)
            .optional()
            .meta({ description: 'The ratio in words.', examples: ['0.7 g of flower per pre-roll'] }),
        })
        .nullable()
        .optional()
        .describe(
          'Stock that one sold unit draws from the jar; null if it is sold in the unit in which it is counted.',
        ),
    }),
  )
  .min(1)
  .max(MAX_TIERS)
  .describe('All tiers of the rule.');

const one = success({ data: pricingRule });
const SAMPLE = [
  { min: 1, price: '15.00', label: '1 g', unit: 'g' },
  { min: 3.5, price: '40.00', label: '3.5 g', unit: 'g' },
];

export const createPricingRuleRoute = route({
  name: 'createPricingRule',
  method: 'POST',
  path: '/api/manage/pricing-rules',
  access: 'edit-products',
  summary: 'Add a pricing rule or schedule a change',
  description:
    'With `begins` it applies from that time on, and replaces the rule with the same blueprint, class and name, if there is one.',
  tags: TAGS,
  status: 201,
  body: z.object({
    blueprint_id: id.meta({ description: 'Id of the blueprint.', examples: [39] }),
    name: nameIn('Weekend'),
    product_type: nameIn('flower'),
    price_class: text(100)
      .nullable()
      .optional()
      .meta({
        description: 'Price class of the products that it prices; null for all products of the blueprint.',
        examples: ['House'],
      }),
    begins: instant.nullable().optional().describe('Time from which it applies; null for now.'),
    tiers: tiersIn,
  }),
  reply: one,
  refusals: ['not_valid', 'pricing_rule_exists'],
  example: {
    body: {
      blueprint_id: 39,
      name: 'House flower',
      product_type: 'flower',
      price_class: 'Never used',
      begins: '2036-11-27T14:00:00.000Z',
      tiers: SAMPLE,
    },
  },
});

export const changePricingRuleRoute = route({
  name: 'changePricingRule',
  method: 'PUT',
  path: '/api/manage/pricing-rules/:id',
  access: 'edit-products',
  summary: 'Change a pricing rule',
  description:
    'The change applies at once, and carts are priced again where a price has changed. Fields left out stay unchanged.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    name: nameIn('House flower').optional(),
    product_type: nameIn('flower').optional(),
    tiers: tiersIn.optional(),
    version: z
      .int()
      .optional()
      .meta({
        description: 'The version that the caller saw; when left out, the version is not checked.',
        examples: [1],
      }),
  }),
  reply: one,
  refusals: ['not_found', 'changed_meanwhile', 'not_valid', 'nothing_to_do', 'pricing_rule_exists'],
  example: {
    after: 'pricingRules',
    params: { id: from('/data/9/id', 132) },
    body: { name: 'Solventless' },
  },
});

export const deletePricingRuleRoute = route({
  name: 'deletePricingRule',
  method: 'DELETE',
  path: '/api/manage/pricing-rules/:id',
  access: 'edit-products',
  summary: 'Delete a pricing rule or cancel a change',
  description:
    'A present rule is deleted with its former and later versions. For a later rule, only that change is cancelled.',
  tags: TAGS,
  params: idParams,
  query: z.object({ version: versionText }),
  reply: success({ id: z.int().meta({ description: 'Id of the rule.', examples: [101] }) }),
  refusals: ['changed_meanwhile', 'not_found'],
  example: { after: 'pricingRules', params: { id: from('/data/12/id', 142) } },
});
