import { Component, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { host } from '../host.ts';
import { forgetFailedParts, PartNotLoaded } from '../lazy-part.tsx';

type Level = 'critical' | 'standard' | 'light';
const MOST_RETRIES: Record<Level, number> = { critical: 3, standard: 2, light: 0 };

/**
 * Keeps a defect in one part from blanking the page, and reports it. "Try Again" is offered three times when critical
 * and twice when standard; light offers none. Rule: display/error-boundary. Code that could not be fetched is not a
 * defect: it can be fetched again any number of times, is fetched by itself when the server is back, and the page
 * reloads when the server has a newer build.
 * @param name the part in the user's words ("The cart")
 * @param resetKey a new value (another view, for example) clears the error
 */
export class ErrorBoundary extends Component<
  { name: string; level?: Level; resetKey?: string | number; children: ReactNode },
  { failed: boolean; notLoaded: boolean; retries: number }
> {
  override state = { failed: false, notLoaded: false, retries: 0 };
  #stopWaiting: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, notLoaded: error instanceof PartNotLoaded };
  }

  readonly #retry = () => {
    forgetFailedParts();
    this.setState(({ retries }) => ({ failed: false, notLoaded: false, retries: retries + 1 }));
  };

  readonly #fetchAgain = async () => {
    // From the second time on, reload if the server answers: a browser may keep a failed fetch, and a newer build has
    // other files. The cart survives a reload.
    if (this.state.retries > 0 && (await host().serverAnswers())) window.location.reload();
    else this.#retry();
  };

  override componentDidCatch(error: Error) {
    host().reportError(error, { context: `render: ${this.props.name}` });
  }

  override componentDidUpdate(previous: { resetKey?: string | number }) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) {
      forgetFailedParts();
      this.setState({ failed: false, notLoaded: false, retries: 0 });
    }
    this.#waitForServer(this.state.notLoaded);
  }

  override componentWillUnmount() {
    this.#waitForServer(false);
  }

  #waitForServer(wanted: boolean) {
    if (wanted === (this.#stopWaiting !== undefined)) return;
    this.#stopWaiting?.();
    this.#stopWaiting = wanted ? host().onServerBack(this.#retry) : undefined;
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { name, level = 'standard' } = this.props;
    if (this.state.notLoaded) return <NotLoaded name={name} level={level} onRetry={this.#fetchAgain} />;
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
            <Button className="mt-2" onClick={this.#retry}>
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

function NotLoaded({ name, level, onRetry }: { name: string; level: Level; onRetry: () => Promise<void> }) {
  if (level === 'light') {
    return (
      <p role="alert" className="flex items-center gap-2 p-3 text-sm text-ink-2">
        {name} could not be loaded.
        <Button size="sm" onClick={() => void onRetry()}>
          Try Again
        </Button>
      </p>
    );
  }
  return (
    <div role="alert" className="grid h-full min-h-40 place-items-center p-6">
      <div className="flex max-w-sm flex-col items-center gap-1.5 text-center text-balance">
        <h2 className="text-lg font-semibold">{name} could not be loaded</h2>
        <p className="text-base text-ink-2">
          The server did not answer. What is in the cart is kept. This goes on by itself when the server is back.
        </p>
        <Button size="touch" className="mt-2" onClick={() => void onRetry()}>
          Try Again
        </Button>
      </div>
    </div>
  );
}
