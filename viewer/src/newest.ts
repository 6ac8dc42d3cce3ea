// One request in flight; of those asked meanwhile only the newest is sent.

export interface Newest<A> {
  ask(argument: A): void;
  readonly busy: boolean;
}

/**
 * `work` is never run twice at once. While it runs, asking again replaces what was asked before, so
 * that the last thing asked for is always answered and nothing piles up behind a slow answer.
 */
export function newest<A>(
  work: (argument: A, isLast: () => boolean) => Promise<void>,
  fail: (error: unknown) => void,
): Newest<A> {
  let running = false;
  let waiting: { argument: A } | null = null;

  async function run(argument: A): Promise<void> {
    running = true;
    try {
      await work(argument, () => waiting === null);
    } catch (error) {
      fail(error);
    }
    running = false;
    const next = waiting;
    waiting = null;
    if (next) void run(next.argument);
  }

  return {
    ask(argument: A) {
      if (running) waiting = { argument };
      else void run(argument);
    },
    get busy() {
      return running;
    },
  };
}
