import { z } from 'zod';

/**
 * The envelope of every refusal: `error` is a sentence for staff, `code` is stable for programs. Some codes have more fields (the lines short of stock, the new price), which are documented with the code.
 */
export const failureReply = z
  .looseObject({
    success: z.literal(false).describe('Always false.'),
    error: z
      .string()
      .meta({ description: 'A sentence for staff.', examples: ['There is not enough of Blue Dream in stock.'] }),
    code: z.string().meta({ description: 'Stable name of the refusal.', examples: ['out_of_stock'] }),
  })
  .meta({ id: 'Refusal', description: 'Every refusal. Some codes have more fields.' });

export type FailureReply = z.output<typeof failureReply>;
