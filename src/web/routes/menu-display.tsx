import { Tv } from 'lucide-react';
import { EmptyPanel } from '#web/ui/status/panels.tsx';

export function MenuDisplay() {
  return (
    <main className="h-full">
      <h1 className="sr-only">TV menu</h1>
      <EmptyPanel
        icon={<Tv />}
        title="TV menus are not built yet"
        hint="This screen will show the menu of a location."
      />
    </main>
  );
}
