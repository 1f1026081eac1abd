import { useNavigate } from '@tanstack/react-router';
import { usePutAway } from '#web/entities/first-run/first-run.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Shows the checklist of a new shop again. Rule: workspace/first-run. */
export function FirstRunAgain({ onClose }: { onClose: () => void }) {
  const putAway = usePutAway((state) => state.putAway);
  const navigate = useNavigate();
  return (
    <section className="flex items-center justify-between gap-4">
      <h3 className="text-base font-medium">Getting started</h3>
      <Button
        onClick={() => {
          putAway(false);
          onClose();
          void navigate({ to: '/manage/$page', params: { page: 'first-run' } });
        }}
      >
        Open the checklist
      </Button>
    </section>
  );
}
