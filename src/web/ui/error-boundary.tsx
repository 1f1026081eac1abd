import { Component, type ReactNode } from 'react';
import { reportError } from '#web/api/error-reports.ts';
import { Button } from './button.tsx';

type Level = 'critical' | 'standard' | 'light';
const MOST_RETRIES: Record<Level, number> = { critical: 3, standard: 2, light: 0 };

/**
 * Keeps a defect in one part from blanking the page, and reports it.
 * Source: spec §2, "Error boundary": Try Again three times when critical, twice when standard; light only says so.
 * @param name the part, in the user's terms ("The cart")
 * @param resetKey a change of it (another view, say) starts over
 */
export class ErrorBoundary extends Component<
  { name: string; level?: Level; resetKey?: string | number; children: ReactNode },
  { failed: boolean; retries: number }
> {
  override state = { failed: false, retries: 0 };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    reportError(error, { context: `render: ${this.props.name}` });
  }

  override componentDidUpdate(previous: { resetKey?: string | number }) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.setState({ failed: false, retries: 0 });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { name, level = 'standard' } = this.props;
    if (level === 'light') {
      return <p className="p-3 text-sm text-ink-3">{name} is temporarily unavailable.</p>;
    }
    const retriesLeft = MOST_RETRIES[level] - this.state.retries;
    return (
      <div role="alert" className="grid h-full min-h-40 place-items-center p-6">
        <div className="flex max-w-sm flex-col items-center gap-1.5 text-center">
          <h2 className="text-lg font-semibold">Error encountered and couldn't render</h2>
          <p className="text-base text-ink-2">
            {name} stopped working. Nothing you saved is lost, and the error has been reported.
          </p>
          {retriesLeft > 0 ? (
            <Button
              className="mt-2"
              onClick={() => this.setState(({ retries }) => ({ failed: false, retries: retries + 1 }))}
            >
              Try Again
            </Button>
          ) : (
            <Button className="mt-2" onClick={() => window.location.reload()}>
              Reload Application
            </Button>
          )}
        </div>
      </div>
    );
  }
}
