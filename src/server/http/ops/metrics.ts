import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of `/metrics`. Each app has its own registry, so that two apps in one process do not mix them. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'tillwright_http_request_seconds',
    help: 'Time to answer a request, by route template',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: 'tillwright_refusals_total',
    help: 'Requests turned down, by code',
    labelNames: ['code'] as const,
    registers: [this.registry],
  });
  readonly failures = new Counter({
    name: 'tillwright_failures_total',
    help: 'Failures that the user was not troubled with, or could not be helped with, by place',
    labelNames: ['place'] as const,
    registers: [this.registry],
  });

  /** A figure that is read when somebody asks for it. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        gauge.set(read());
      },
    });
  }

  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** Memory, CPU and event-loop lag belong to the process, so only an app that is alone in its process reports them. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}
