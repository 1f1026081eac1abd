/** Between two sales of a busy shop reads do not take all connections just to be in the way of the second. */
const LINGERS_MS = 100;

let running = 0;
let endedAt = Number.NEGATIVE_INFINITY;

/** Does work that a customer waits for: reads leave it room meanwhile. */
export async function urgently<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    endedAt = performance.now();
  }
}

export function isUrgent(): boolean {
  return running > 0 || performance.now() - endedAt < LINGERS_MS;
}
