import { useNavigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel } from '#web/ui/status/panels.tsx';

export function NotFound() {
  const navigate = useNavigate();
  return (
    <main className="h-full">
      <h1 className="sr-only">Tillwright</h1>
      <EmptyPanel
        icon={<Compass />}
        title="Page not found"
        hint="There is nothing at this address."
        action={<Button onClick={() => navigate({ to: '/' })}>Go to the register</Button>}
      />
    </main>
  );
}
