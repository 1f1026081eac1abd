import { z } from 'zod';

/** Path of the frame in which an artifact's preview runs: the only path that pages of the app may frame. */
export const FRAME_PATH = '/artifact-frame/';

/** Each kind of frame loads only the runtime that it needs. */
export const FRAME_KINDS = ['html', 'react', 'chart', 'mermaid'] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

/** Larger messages from a frame are ignored. The largest valid one is its picture. */
export const LONGEST_FRAME_MESSAGE = 8 * 1024 * 1024;

/** Messages that a frame may send. The frame runs unchecked code, so any other message is ignored. */
export const frameMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('pong'), count: z.int().min(0) }),
  z.strictObject({ type: z.literal('leaving') }),
  z.strictObject({ type: z.literal('error'), message: z.string().max(2000) }),
  z.strictObject({
    type: z.literal('picture'),
    data: z
      .string()
      .max(LONGEST_FRAME_MESSAGE)
      .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)
      .nullable(),
  }),
]);
export type FrameMessage = z.output<typeof frameMessage>;

/** The rows of a live artifact. */
export interface FrameRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Messages from the page to a frame. The frame trusts them. */
export type FrameOrder =
  | {
      readonly type: 'show';
      readonly code: string;
      readonly theme: 'dark' | 'light';
      readonly data: FrameRows | null;
    }
  | { readonly type: 'ping'; readonly count: number }
  | { readonly type: 'picture'; readonly width: number; readonly height: number };

const MOST_SERIES = 8;
const word = z.string().min(1).max(80);

/** A chart as an artifact: `x` names the field along the bottom, `series` the fields that are drawn. */
export const chartSpec = z.object({
  type: z.enum(['bar', 'line', 'area', 'pie']),
  title: z.string().max(120).optional(),
  x: word,
  series: z
    .array(z.object({ field: word, label: z.string().max(80).optional() }))
    .min(1)
    .max(MOST_SERIES),
  stacked: z.boolean().optional(),
  unit: z.enum(['usd', 'number', 'percent']).optional(),
  /** The rows; a live chart gets them from its tool instead. */
  data: z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
    .max(2000)
    .optional(),
});
export type ChartSpec = z.output<typeof chartSpec>;
