import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { vi } from 'vitest';
import { queryClient } from '#web/api/queries/query-client.ts';
import '#web/kit-host.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { Prompts } from '#web/ui/layers/prompts.tsx';
import { onScreen, type OnScreen } from './on-screen.tsx';

/** The server's answer to a call, by "GET /api/…" without its query; null leaves it without an answer. */
export type Answers = (call: string, body: unknown, query: URLSearchParams) => Response | null | Promise<Response>;

/** Answers the calls of a document, until `vi.unstubAllGlobals()`. */
export function serve(answers: Answers): void {
  // The locks of this document are null; there is one window here.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, run: () => unknown) => run() },
  });
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://till.test');
    const sent: unknown = body === undefined ? null : JSON.parse(body);
    return (await answers(`${method} ${pathname}`, sent, searchParams)) ?? new Promise<Response>(() => {});
  });
}

export const done = (body: object): Response => Response.json({ success: true, ...body });

/** The server's own refusal. */
export const refused = (status: number, code: string, error: string, details: object = {}): Response =>
  Response.json({ success: false, code, error, ...details }, { status });

/** Draws a part of a view for somebody who is signed in and may do these things. `more` is said of them in addition. */
export async function onPage(
  what: ReactNode,
  permissions: readonly string[] = [],
  more: object = {},
): Promise<OnScreen> {
  const user = {
    id: 3,
    name: 'Ada',
    location_id: 20,
    location: 'Main',
    time_zone: 'America/New_York',
    permissions,
    ...more,
  };
  useSession.setState({ status: 'signed-in', me: { user, taxes: [] } } as unknown as Session, true);
  return onScreen(
    <QueryClientProvider client={queryClient}>
      {what}
      <Prompts />
    </QueryClientProvider>,
  );
}

/** Waits until something is on the screen. React draws it when `act` ends. */
export async function until(check: () => void): Promise<void> {
  const end = performance.now() + 3000;
  for (;;) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    try {
      return check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** Presses a button of the question that is asked, and returns the question. */
export async function answerQuestion(label: string): Promise<string> {
  const dialog = () => document.querySelector('[role=alertdialog]');
  const button = () => [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === label);
  await until(() => {
    if (!button()) throw new Error(`no question with ${label}`);
  });
  const question = dialog()?.textContent ?? '';
  await act(async () => button()?.click());
  return question;
}
