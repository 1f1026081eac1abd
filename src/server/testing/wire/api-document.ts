import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '#contract/route.ts';
import { projectRoot } from '#server/paths.ts';

/** As much of an OpenAPI document as tests look at. */
export interface ApiDocument {
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface Content {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
}

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly requestBody?: unknown;
}

interface Answer {
  readonly content?: Readonly<Record<string, Content>>;
  readonly links?: Readonly<Record<string, Link>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** An operation with where it is. */
export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

export function operationsOf({ paths }: ApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'reply' in value;
}

/** Every call that a file of the contract exports, with the name of its constant. */
export async function contractRoutes(): Promise<[constant: string, Route][]> {
  const folder = join(projectRoot, 'src/contract');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, Route] => isRoute(entry[1])),
  );
}
