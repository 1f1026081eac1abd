import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { UNOFFERED } from '#contract/wire.ts';

export type JsonSchema = Record<string, unknown>;

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema with its references pointing into the document. */
function relocated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocated);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string' ? part.replace('#/$defs/', '#/components/schemas/') : relocated(part),
    ]),
  );
}

/**
 * Leaves out fields that are `UNOFFERED`, lets answers have further fields, which clients ignore, and puts back the
 * examples that zod drops where a request is transformed: those of the contract are as they are sent.
 */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples !== undefined && !('$ref' in jsonSchema)) jsonSchema['examples'] = examples;
  const { def } = zodSchema._zod;
  if (def.type !== 'object') return;
  const shape = (def as z.core.$ZodObjectDef).shape;
  const properties = jsonSchema['properties'] as JsonSchema;
  for (const [name, part] of Object.entries(shape))
    if (z.globalRegistry.get(part)?.['offered'] === UNOFFERED.offered) delete properties[name];
  delete jsonSchema['additionalProperties'];
}

/** Converts the schemas of the contract and collects those with an id. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /** `input` is what a caller sends, `output` what the server answers. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Wrapped in an object, because only an inner schema with an id becomes a component.
    const { $defs, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      override: tidy,
    });
    for (const [name, definition] of Object.entries($defs ?? {})) this.add(name, definition);
    return relocated(properties?.['it']) as JsonSchema;
  }

  private add(name: string, definition: JsonSchema): void {
    const { id: _, ...rest } = definition;
    const component = relocated(rest) as JsonSchema;
    const known = this.components[name];
    if (known !== undefined && !isDeepStrictEqual(known, component)) {
      throw new Error(`${name} is not the same in requests and in answers: give them a schema each`);
    }
    this.components[name] = component;
  }
}
