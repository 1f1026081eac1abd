import { pinFavouriteRoute, type Favourites, type favouritesRoute } from '#contract/favourites.ts';
import type { ReplyOf } from '#contract/route.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { favouritesKey } from '#web/entities/catalogue/favourites.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { tellOtherwise } from '#web/entities/command/tell-outcome.ts';
import { toast } from '#web/ui/status/toast.tsx';

type List = ReplyOf<typeof favouritesRoute>;

function show(locationId: number | null, by: (present: Favourites) => Favourites): void {
  queryClient.setQueryData<List>(favouritesKey(locationId), (list) => list && { ...list, data: by(list.data) });
}

/** Pins a product at the location, moves it, or unpins it. Its memo is told once it is done. Rule: grid/favourites. */
export const favouriteCommand: CommandDefinition<typeof pinFavouriteRoute, string | null> = {
  kind: 'favourite',
  route: pinFavouriteRoute,
  readMemo: (kept) => (typeof kept === 'string' ? kept : null),
  onOutcome(outcome, command) {
    const { title, owner, memo } = command;
    if (outcome.kind === 'done' && outcome.first) show(owner.locationId, () => outcome.reply.data);
    else fetchAgain('favourites');
    if (!isOwnedBy(command, ownerNow())) return;
    if (outcome.kind === 'done' && typeof memo === 'string') toast.success(memo);
    if (outcome.kind === 'refused') toast.error(`${title}: not saved. ${outcome.error.message}`);
    if (outcome.kind === 'otherwise') tellOtherwise(title, outcome.error, 'This was saved before.');
  },
};

/** The subject of commands on a product among the favourites, so that only one is sent at a time. */
const favouriteSubject = (productId: number) => `favourite ${productId}`;

/** Pins a product behind the others, or unpins it. */
export function pin(product: RegisterProduct, pinned: boolean): void {
  send(product, pinned, null, `${product.name} ${pinned ? 'pinned to Favourites' : 'unpinned'}`);
}

/** Moves a pinned product to before another one, or to the end. */
export function move(product: RegisterProduct, beforeId: number | null): void {
  send(product, true, beforeId, null);
}

/** The list shows the change at once. @param done told when it is saved */
function send({ id, name }: RegisterProduct, pinned: boolean, beforeId: number | null, done: string | null): void {
  show(ownerNow()?.locationId ?? null, (present) => {
    const others = present.pinned.filter((one) => one !== id);
    const place = beforeId === null ? others.length : Math.max(0, others.indexOf(beforeId));
    return {
      pinned: pinned ? others.toSpliced(place, 0, id) : others,
      selling: present.selling.filter((one) => one !== id),
    };
  });
  void commands
    .send(favouriteCommand, {
      subject: favouriteSubject(id),
      title: `Favourites, ${name}`,
      memo: done,
      params: { id: String(id) },
      body: { pinned, before_id: beforeId },
    })
    .then((isSent) => {
      if (isSent) return;
      fetchAgain('favourites');
      toast.info(`${name}: the last change of the favourites is still being saved.`);
    });
}
