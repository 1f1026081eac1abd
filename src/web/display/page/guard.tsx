import { Component, type ReactNode } from 'react';
import { noteError } from '../report/noted-error.ts';
import { Message } from '../screen/message.tsx';
import { reloadSafely } from './reload.ts';

const AGAIN_MS = 10_000;

/** A menu that cannot be drawn is tried again, and the page is loaded again when that is safe. */
export class Guard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    noteError(error instanceof Error ? error.message : String(error));
    window.setTimeout(() => this.setState({ failed: false }), AGAIN_MS);
    void reloadSafely();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <Message title="The menu cannot be drawn" hint="Trying again; nothing needs to be done here." />;
  }
}
