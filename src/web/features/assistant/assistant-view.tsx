import { SidePanelLayout } from '#web/ui/layers/side-panel.tsx';
import { ChatPanel } from './chat/chat-panel.tsx';
import { useRuns } from './chat/run/run.ts';
import { Workbench } from './workbench.tsx';

/** The AI Canvas View: the chat, and next to it the workbench. */
export function AssistantView() {
  const isRunning = useRuns(({ running }) => running !== null && running.answer.end === null);
  return (
    <SidePanelLayout label="Chat" summary={isRunning ? 'Answering...' : 'Ask about the shop'} panel={<ChatPanel />}>
      <Workbench />
    </SidePanelLayout>
  );
}
