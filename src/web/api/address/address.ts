import { create } from 'zustand';
import { whenOwnerChanges } from '../session/per-owner.ts';
import type { Param } from './params.ts';

/** What an address says after its question mark, without the view. */
export type Search = Readonly<Record<string, string>>;

/** `push`: Back leads to how it was. `later`: like `replace`, once typing rests. */
export type How = 'push' | 'replace' | 'later';

interface Address {
  readonly view: string;
  /** Of each view as it was last, so that a view comes back as it was left; that of `view` is in the address. */
  readonly searches: Readonly<Record<string, Search>>;
  /** Counts what came from outside: a link, Back, a reload. */
  readonly heard: number;
}

export const useAddress = create<Address>(() => ({ view: '', searches: {}, heard: 0 }));

const NOTHING: Search = {};
const TYPING_RESTS_MS = 300;

/** Answers false where there is no view, on the sign-in page for one. */
type Go = (view: string, search: Search, how: 'push' | 'replace') => boolean;
let go: Go = () => false;
let typing: ReturnType<typeof setTimeout> | undefined;
let isOfAnother = false;

function isSame(one: Search, other: Search): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const isHidden = (name: string) => name.startsWith('.');

function only(search: Search, wanted: (name: string) => boolean): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => wanted(name)));
}

/** What of a view's search belongs into the address. */
export function shownOf(search: Search = NOTHING): Search {
  return only(search, (name) => !isHidden(name));
}

/** Has the address follow what the views write. */
export function connectAddress(navigate: Go): void {
  go = navigate;
}

/** Writes what was typed last. Before a key or a press that may lead elsewhere: Back comes to what was typed in full. */
export function flushAddress(): void {
  if (typing === undefined) return;
  const { view, searches } = useAddress.getState();
  stopWaiting();
  go(view, shownOf(searches[view]), 'replace');
}

function stopWaiting(): void {
  clearTimeout(typing);
  typing = undefined;
}

/** Takes what the address says now. It holds over what the view remembered, but for what an address does not show. */
export function hearAddress(view: string, said: Search): void {
  const present = useAddress.getState();
  const before = present.searches[view] ?? NOTHING;
  // Left open by somebody else, who signed in here before.
  const search = isOfAnother ? NOTHING : shownOf(said);
  if (isOfAnother && Object.keys(said).length > 0) queueMicrotask(() => go(view, NOTHING, 'replace'));
  isOfAnother = false;
  if (view === present.view && isSame(shownOf(before), search)) return;
  clearTimeout(typing);
  const next = { ...only(before, isHidden), ...search };
  useAddress.setState({ view, heard: present.heard + 1, searches: { ...present.searches, [view]: next } });
}

/** @param change undefined takes a parameter away */
function write(view: string, change: Readonly<Record<string, string | undefined>>, how: How): void {
  const { searches, view: present } = useAddress.getState();
  const before = searches[view] ?? NOTHING;
  const next: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...before, ...change })) if (value !== undefined) next[name] = value;
  if (isSame(before, next)) return;
  useAddress.setState({ searches: { ...searches, [view]: next } });
  if (view !== present || isSame(shownOf(before), shownOf(next))) return;
  stopWaiting();
  if (how !== 'later') return void go(view, shownOf(next), how);
  typing = setTimeout(flushAddress, TYPING_RESTS_MS);
}

/** Opens a view as it was left. @param search shows this there instead */
export function openView(view: string, search?: Search): void {
  const { view: present, searches } = useAddress.getState();
  if (view !== present || search) go(view, search ?? shownOf(searches[view]), 'push');
}

whenOwnerChanges(() => {
  useAddress.setState({ searches: {} });
  isOfAnother = !go(useAddress.getState().view, NOTHING, 'replace');
});

/** A part of what a view shows, kept in its address. */
export interface Addressed<State> {
  readonly read: (search: Search) => State;
  /** The state; it is the same object for as long as it says the same. */
  readonly use: () => State;
  readonly get: () => State;
  /** @param dropped names of parameters of the same view that end with what was before */
  readonly change: (change: Partial<State>, how?: How, dropped?: readonly string[]) => void;
}

/** @param params where each field of the state stands in the address of the view */
export function addressed<State extends object>(
  view: string,
  params: { readonly [Field in keyof State]-?: Param<State[Field]> },
): Addressed<State> {
  const fields = Object.keys(params) as (keyof State)[];

  function valueOf<Field extends keyof State>(field: Field, search: Search): State[Field] {
    const { name, read, fallback } = params[field];
    const text = search[name];
    return (text === undefined ? undefined : read(text)) ?? fallback;
  }

  /** A field whose text is the same stays the same object. */
  function readAfter(search: Search, last: { search: Search; state: State } | null): State {
    const state: Partial<State> = {};
    let isOther = last === null;
    for (const field of fields) {
      const { name } = params[field];
      const isKept = last !== null && search[name] === last.search[name];
      state[field] = isKept ? last.state[field] : valueOf(field, search);
      isOther ||= !isKept;
    }
    return isOther || last === null ? (state as State) : last.state;
  }

  let last: { search: Search; state: State } | null = null;
  function present(search: Search): State {
    if (search !== last?.search) last = { search, state: readAfter(search, last) };
    return last.state;
  }

  const of = ({ searches }: Address) => present(searches[view] ?? NOTHING);
  return {
    read: (search) => readAfter(search, null),
    use: () => useAddress(of),
    get: () => of(useAddress.getState()),
    change(change, how = 'replace', dropped = []) {
      const texts: Record<string, string | undefined> = Object.fromEntries(dropped.map((name) => [name, undefined]));
      for (const field of fields) {
        if (!(field in change)) continue;
        const { name, write: textOf, fallback } = params[field];
        const value = change[field] as State[typeof field];
        texts[name] = value === fallback ? undefined : textOf(value);
      }
      write(view, texts, how);
    },
  };
}
