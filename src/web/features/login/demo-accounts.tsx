import type { signInHintsRoute } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { SignIn } from './use-sign-in.ts';

type Account = ReplyOf<typeof signInHintsRoute>['accounts'][number];

/** Shown only in a demo shop, where the server lists the accounts. */
export function DemoAccounts({ accounts, signIn }: { accounts: readonly Account[]; signIn: SignIn }) {
  return (
    <section aria-label="Demo sign-ins">
      <h2 className="text-sm text-ink-2">Demo shop. Sign in as</h2>
      <ul className="mt-2.5 grid grid-cols-2 gap-2">
        {accounts.map((account) => (
          <li key={account.username}>
            <button
              type="button"
              onClick={() => void signIn.submit(account.username, account.password)}
              className="flex min-h-touch w-full flex-col justify-center rounded-md border border-line bg-panel px-3 py-1.5 text-left transition-colors hover:border-line-strong hover:bg-raised"
            >
              <span className="text-sm font-medium text-ink">{account.username}</span>
              <span className="text-xs text-ink-3 capitalize">{account.role}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3">
        For a shop of your own, start the server with <code>DEMO=0</code> and a <code>DATA_DIR</code> of its own.
      </p>
    </section>
  );
}
