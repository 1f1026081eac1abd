// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { create } from 'zustand';
import { onPage } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';

const KEY = ['told at once'];
const useSent = create(() => ({ isSent: true }));
const drawn: string[] = [];

function Page() {
  const { data } = useQuery({ queryKey: KEY, queryFn: () => 'former', staleTime: Infinity, initialData: 'former' });
  return <Form rows={data} />;
}

function Form({ rows }: { rows: string }) {
  const { isSent } = useSent();
  drawn.push(`${isSent ? 'sent' : 'saved'}: ${rows}`);
  return null;
}

it('shows the answer of a command with its outcome, and never the former rows in between', async () => {
  const screen = await onPage(<Page />);
  // As in a browser: without `act`, which draws everything at its end.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  queryClient.setQueryData(KEY, 'new');
  useSent.setState({ isSent: false });
  await vi.waitFor(() => expect(drawn.at(-1)).toBe('saved: new'));
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  expect(drawn).not.toContain('saved: former');
  await screen.leave();
  queryClient.clear();
});
