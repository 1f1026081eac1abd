import { z } from 'zod';

/**
 * The envelope of every refusal: `error` is a sentence for staff, `code` is stable for programs. Some codes bring
 * more fields (the lines short of stock, the new price); they are documented with the code. Source: design §5.
 */
export const failureReply = z
  .looseObject({ success: z.literal(false), error: z.string(), code: z.string() })
  .describe('Refusal');

export type FailureReply = z.output<typeof failureReply>;
