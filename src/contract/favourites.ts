import { z } from 'zod';
import { route } from './route.ts';
import { id, idParams, success } from './wire.ts';

const TAGS = ['Catalogue'];

const favourites = z
  .object({
    pinned: z.array(z.int()).meta({ description: 'Products that staff pinned, in their order.', examples: [[1701]] }),
    selling: z.array(z.int()).meta({
      description: 'Other products that were in the most of the last 1,000 sales, the most often sold first.',
      examples: [[1702]],
    }),
  })
  .meta({ id: 'Favourites', description: 'Ids of the products that a location has at hand.' });
export type Favourites = z.output<typeof favourites>;

export const favouritesRoute = route({
  name: 'favourites',
  method: 'GET',
  path: '/api/favourites',
  access: 'sell',
  summary: 'Favourites of the location',
  description: 'Pinned products first; what sells fills the list up to 24.',
  tags: TAGS,
  reply: success({ data: favourites }),
  refusals: ['location_required'],
});

export const pinFavouriteRoute = route({
  name: 'pinFavourite',
  method: 'PUT',
  path: '/api/favourites/:id',
  access: 'edit-products',
  summary: 'Pin or unpin a favourite',
  description:
    'Pins a product at the location of the session, moves it there, or unpins it. Simultaneous changes by others are kept, because each names one product and its neighbour.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    pinned: z.boolean().meta({ description: 'False to unpin it.', examples: [true] }),
    before_id: id.nullable().meta({
      description: 'Id of the pinned product that follows it; null for the last place.',
      examples: [null],
    }),
  }),
  reply: success({ data: favourites }),
  refusals: ['not_found', 'changed_meanwhile', 'not_valid', 'location_required'],
  example: { params: { id: 1701 }, body: { pinned: true, before_id: null } },
});
