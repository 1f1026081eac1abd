import { type ReactNode, Suspense } from 'react';
import { create } from 'zustand';
import { lazyPart } from '../lazy-part.tsx';

type Prompt = {
  id: number;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone: 'plain' | 'danger';
  answer: (confirmed: boolean) => void;
};

// Of one owner: the app answers open questions with "no" when another person signs in (kit-host.ts).
const usePrompts = create<{ queue: Prompt[]; answered: boolean }>(() => ({ queue: [], answered: false }));

/** Closes all questions and answers them with "no". */
export function dropPrompts(): void {
  const { queue } = usePrompts.getState();
  usePrompts.setState({ queue: [], answered: false });
  for (const { answer } of queue) answer(false);
}

let lastId = 0;

function push(prompt: Omit<Prompt, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((answer) => {
    lastId += 1;
    const next = { ...prompt, id: lastId, answer };
    usePrompts.setState(({ queue }) => ({ queue: [...queue, next] }));
  });
}

/**
 * Asks before something is done; true when confirmed. Questions asked at the same time are shown one after the other.
 */
export function ask(question: {
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'plain' | 'danger';
}): Promise<boolean> {
  return push({ cancelLabel: 'Cancel', tone: 'plain', ...question });
}

/** Tells what happened in a dialog with one button. Resolves when it is closed. */
export async function tell(news: { title: string; message: ReactNode; confirmLabel?: string }): Promise<void> {
  await push({ confirmLabel: 'OK', tone: 'plain', ...news });
}

const AlertDialog = lazyPart(async () => (await import('./alert-dialog.tsx')).AlertDialog);

/** Fetches the dialog's code early, so that it can be shown while the network is down. */
export function preloadPrompts(): void {
  void AlertDialog.fetch();
}

/** Shows the questions and news of `ask` and `tell`. Mounted once, by the app. */
export function Prompts() {
  const { queue, answered } = usePrompts();
  const current = queue[0];
  if (!current) return null;
  return (
    <Suspense fallback={null}>
      <AlertDialog
        key={current.id}
        open={!answered}
        title={current.title}
        message={current.message}
        confirmLabel={current.confirmLabel}
        cancelLabel={current.cancelLabel}
        tone={current.tone}
        onAnswer={(confirmed) => {
          usePrompts.setState({ answered: true });
          current.answer(confirmed);
        }}
        onClosed={() => usePrompts.setState(({ queue: [, ...rest] }) => ({ queue: rest, answered: false }))}
      />
    </Suspense>
  );
}
