// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { type OptionList, pickMeant, useOptionList } from './option-list.ts';
import { useUnifiedSearch } from './use-unified-search.ts';

function Popup({ list }: { list: OptionList }) {
  useOptionList(list);
  return null;
}

it('takes what Enter means by the text typed last, while the options of an earlier text are still on the screen', async () => {
  const picked: string[] = [];
  const early = {
    count: 8,
    sole: null,
    pick: (index: number) => void picked.push(`early ${index}`),
    pickLate: () => picked.push('late') > 0,
  };
  const popup = await onScreen(<Popup list={early} />);
  expect(pickMeant()).toBe(true);
  expect(picked).toEqual(['late']);
  // Somebody moved to one that is on the screen.
  useUnifiedSearch.setState({ highlighted: 2 });
  expect(pickMeant()).toBe(true);
  expect(picked).toEqual(['late', 'early 2']);
  useUnifiedSearch.setState({ highlighted: null });
  await popup.leave();
});

it('takes nothing where the text typed last finds nothing', async () => {
  const popup = await onScreen(<Popup list={{ count: 8, sole: null, pick: () => undefined, pickLate: () => false }} />);
  expect(pickMeant()).toBe(false);
  await popup.leave();
});
