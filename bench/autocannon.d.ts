/** The part of autocannon 9 that is used here. The package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds between samples; the run ends with one. */
    sampleInt?: number;
    /** Requests a second of all connections together. */
    overallRate?: number;
    requests: { setupRequest: (request: Request) => Request }[];
  }
  export interface Result {
    errors: number;
    timeouts: number;
  }
  type Running = EventEmitter & PromiseLike<Result>;

  export default function autocannon(options: Options): Running;
}
