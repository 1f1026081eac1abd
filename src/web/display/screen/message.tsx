/** A sentence in place of a menu. */
export function Message({ title, hint }: { title: string; hint: string | null }) {
  return (
    <main className="display-message">
      <h1>{title}</h1>
      {hint !== null && <p>{hint}</p>}
    </main>
  );
}
