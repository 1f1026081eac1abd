import { Check, ChevronsUpDown, MapPin } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { switchLocation, useMe } from '#web/api/session/session.ts';
import { useCart } from '#web/features/register/cart/state/cart-store.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { mayLeave } from '../commands/left-behind.ts';

/** Only for managers and administrators. Rules: sign-in/location-switch, workspace/location-menu. */
export function LocationSwitcher() {
  const { user, locations } = useMe();
  const [switching, setSwitching] = useState(false);

  async function goTo(location: { id: number; name: string }) {
    if (!(await mayLeave('go there'))) return;
    setSwitching(true);
    const left = useCart.getState().lines.length;
    try {
      await switchLocation(location.id);
      toast.success(`Now at ${location.name}${left > 0 ? `. The cart of ${user.location} is kept there` : ''}`);
    } catch (error) {
      toast.error(`Still at ${user.location ?? 'no location'}. ${sentenceOf(error)}`);
    } finally {
      setSwitching(false);
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        <Button size="touch" busy={switching} icon={<MapPin className="size-4 text-ink-3" />} className="max-w-56">
          <span className="sr-only">Location: </span>
          <span className="truncate max-[760px]:sr-only">{user.location ?? 'No location'}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 text-ink-3" />
        </Button>
      }
    >
      {locations.map((location) => (
        <MenuItem
          key={location.id}
          onSelect={() => location.id !== user.location_id && void goTo(location)}
          icon={
            <span className="grid size-4 place-items-center">
              {location.id === user.location_id && <Check aria-label="Present" className="size-4 text-accent-ink" />}
            </span>
          }
        >
          {location.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
