import { create } from 'zustand';
import { whenOwnerChanges } from '../session/per-owner.ts';
import type { Param } from './params.ts';

/** The search parameters of an address, without the view. */
export type Search = Readonly<Record<string, string>>;

/** `push`: Back returns to the state before. `later`: `replace`, once typing pauses. */
export type How = 'push' | 'replace' | 'later';

interface Address {
  readonly view: string;
  /**
   * The last search parameters of each view, so that a view comes back as it was left. Those of `view` are in the
   * address.
   */
  readonly searches: Readonly<Record<string, Search>>;
  /** Counts how often the address came from outside: a link, Back, a reload. */
  readonly heard: number;
}

export const useAddress = create<Address>(() => ({ view: '', searches: {}, heard: 0 }));

const NOTHING: Search = {};
const TYPING_RESTS_MS = 300;

/** Returns false where there is no view, such as on the sign-in page. */
type Go = (view: string, search: Search, how: 'push' | 'replace') => boolean;
let go: Go = () => false;
let typing: ReturnType<typeof setTimeout> | undefined;
let isOfAnother = false;

function isSame(one: Search, other: Search): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** By view and name, the parameters that hide some of their texts. */
const hiding = new Map<string, (text: string) => boolean>();

function isHidden(view: string, name: string, text: string): boolean {
  return name.startsWith('.') || hiding.get(`${view} ${name}`)?.(text) === true;
}

function pick(search: Search, wanted: (name: string, text: string) => boolean): Search {
  return Object.fromEntries(Object.entries(search).filter(([name, text]) => wanted(name, text)));
}

/** The parameters of a view that are shown in the address. */
export function shownOf(view: string, search: Search = NOTHING): Search {
  return pick(search, (name, text) => !isHidden(view, name, text));
}

/** Makes the address follow what the views write. */
export function connectAddress(navigate: Go): void {
  go = navigate;
}

/**
 * Writes typed text to the address now. Called before a key or a press that may leave the view, so that Back returns to
 * the whole text.
 */
export function flushAddress(): void {
  if (typing === undefined) return;
  const { view, searches } = useAddress.getState();
  stopWaiting();
  go(view, shownOf(view, searches[view]), 'replace');
}

function stopWaiting(): void {
  clearTimeout(typing);
  typing = undefined;
}

/**
 * Takes over the address. It replaces what the view remembered, except for parameters that an address does not show.
 */
export function hearAddress(view: string, said: Search): void {
  const present = useAddress.getState();
  const before = present.searches[view] ?? NOTHING;
  // Somebody else left this view open in this browser, so nothing of theirs is kept.
  const search = isOfAnother ? NOTHING : shownOf(view, said);
  if (isOfAnother && Object.keys(said).length > 0) queueMicrotask(() => go(view, NOTHING, 'replace'));
  isOfAnother = false;
  if (view === present.view && isSame(shownOf(view, before), search)) return;
  clearTimeout(typing);
  const next = { ...pick(before, (name, text) => isHidden(view, name, text)), ...search };
  useAddress.setState({ view, heard: present.heard + 1, searches: { ...present.searches, [view]: next } });
}

/** @param change undefined removes a parameter */
export function changeSearch(view: string, change: Readonly<Record<string, string | undefined>>, how: How): void {
  const { searches, view: present } = useAddress.getState();
  const before = searches[view] ?? NOTHING;
  const next: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...before, ...change })) if (value !== undefined) next[name] = value;
  if (isSame(before, next)) return;
  useAddress.setState({ searches: { ...searches, [view]: next } });
  if (view !== present || isSame(shownOf(view, before), shownOf(view, next))) return;
  stopWaiting();
  if (how !== 'later') return void go(view, shownOf(view, next), how);
  typing = setTimeout(flushAddress, TYPING_RESTS_MS);
}

/**
 * Opens a view as it was left.
 * @param search parameters to show there instead
 */
export function openView(view: string, search?: Search): void {
  const { view: present, searches } = useAddress.getState();
  if (view !== present || search) go(view, search ?? shownOf(view, searches[view]), 'push');
}

whenOwnerChanges(() => {
  useAddress.setState({ searches: {} });
  isOfAnother = !go(useAddress.getState().view, NOTHING, 'replace');
});

/** A part of a view's state that is kept in its address. */
export interface Addressed<State> {
  readonly read: (search: Search) => State;
  /** The state. It is the same object until it changes. */
  readonly use: () => State;
  readonly get: () => State;
  /** @param dropped names of parameters of the same view that are removed, because they belonged to the former state */
  readonly change: (change: Partial<State>, how?: How, dropped?: readonly string[]) => void;
}

/** @param params the address parameter of each field of the state */
export function addressed<State extends object>(
  view: string,
  params: { readonly [Field in keyof State]-?: Param<State[Field]> },
): Addressed<State> {
  const fields = Object.keys(params) as (keyof State)[];
  for (const field of fields) {
    const { name, hides } = params[field];
    if (hides) hiding.set(`${view} ${name}`, hides);
  }

  function valueOf<Field extends keyof State>(field: Field, search: Search): State[Field] {
    const { name, read, fallback } = params[field];
    const text = search[name];
    return (text === undefined ? undefined : read(text)) ?? fallback;
  }

  /** A field whose text did not change stays the same object. */
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
      changeSearch(view, texts, how);
    },
  };
}
