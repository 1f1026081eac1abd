import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test';
import type { FaultProxy } from '../faults/fault-proxy.ts';

/** Every test may get these: at first nobody is signed in, and no TVs are set up; the browser reports both. */
const ALWAYS = [/^401 .*\/api\/auth\/me$/, /^404 GET .*\/store-configs\/\d+$/];
/** The browser repeats refused and failed requests in the console; they are recorded separately. */
const BROWSER_ECHO = /^Failed to load resource:/;
/** Requests that the page itself cancelled. */
const GIVEN_UP = 'net::ERR_ABORTED';

/**
 * Collects what went wrong in the pages of a test: console errors and warnings, uncaught errors, refused and failed
 * requests, and requests to other hosts. Rule: wire/nothing-from-elsewhere.
 */
export class Watch {
  readonly #origin: string;
  readonly #faults: FaultProxy;
  readonly #expected: RegExp[] = [];
  readonly #problems: string[] = [];

  /**
   * @param origin of the pages
   * @param faults breaks requests of the pages; those failures are expected
   */
  constructor(origin: string, faults: FaultProxy) {
    this.#origin = origin;
    this.#faults = faults;
  }

  /** Says which problems this test causes: "409 POST http://.../api/orders", "failed POST ...". */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** @returns a function that stops watching */
  follow(context: BrowserContext): () => void {
    const onError = (error: WebError) => {
      const { stack, message } = error.error();
      this.#problems.push(`uncaught: ${stack ?? message}`);
    };
    const onConsole = (message: ConsoleMessage) => {
      const complaint = message.type() === 'error' || message.type() === 'warning';
      if (complaint && !BROWSER_ECHO.test(message.text())) {
        this.#problems.push(`console.${message.type()}: ${message.text()} (${message.location().url})`);
      }
    };
    const onRequest = (request: Request) => {
      const url = request.url();
      const ours = url.startsWith(`${this.#origin}/`) || url.startsWith('data:') || url.startsWith('blob:');
      if (!ours) this.#problems.push(`another host: ${request.method()} ${url}`);
    };
    const onResponse = (response: Response) => {
      if (response.status() >= 400) {
        this.#problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
      }
    };
    const onFailure = (request: Request) => {
      const reason = request.failure()?.errorText ?? '';
      if (reason === GIVEN_UP || this.#faults.explains(request.method(), request.url())) return;
      this.#problems.push(`failed ${request.method()} ${request.url()} ${reason}`);
    };
    context.on('weberror', onError).on('console', onConsole);
    context.on('request', onRequest).on('response', onResponse).on('requestfailed', onFailure);
    return () => {
      context.off('weberror', onError).off('console', onConsole);
      context.off('request', onRequest).off('response', onResponse).off('requestfailed', onFailure);
    };
  }

  /** The problems that nobody expected. */
  problems(): string[] {
    return this.#problems.filter((problem) => ![...ALWAYS, ...this.#expected].some((pattern) => pattern.test(problem)));
  }
}
