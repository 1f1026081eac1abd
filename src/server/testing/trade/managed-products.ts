import { expect } from 'vitest';
import type { ManagedProduct } from '#contract/managed-products.ts';
import type { Till } from '../app.ts';

const PATH = '/api/manage/products';

/** Products of Manage, as somebody adds and reads them. @param usual what each has unless a test says otherwise */
export function managedProducts(by: Till, usual: object = {}) {
  let made = 0;
  const read = async (id: number): Promise<ManagedProduct> =>
    (await by.get(`${PATH}/${id}`)).json<{ data: ManagedProduct }>().data;
  const add = async (body: object = {}): Promise<ManagedProduct> => {
    made += 1;
    const reply = await by.post(PATH, { name: `Lamp ${made}`, ...usual, ...body });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json<{ data: ManagedProduct }>().data;
  };
  return { add, read };
}
