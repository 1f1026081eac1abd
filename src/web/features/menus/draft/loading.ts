import type { ConfigType, MenuConfigData } from '#domain/menu/menu-config.ts';
import { change, noteSaved, presentDraft } from './menu-draft.ts';
import type { MenuDraft } from './parts.ts';
import { layoutOf, partsOf, themeOf, typeOf } from './parts.ts';

/** A configuration as the server stores it. */
interface Stored {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly config_type: ConfigType;
  readonly config_data: { readonly [Part in keyof MenuConfigData]?: MenuConfigData[Part] | undefined };
}

function originsOf(config: Stored) {
  const { id, name, version, config_data: data } = config;
  const from = { id, name, version };
  return {
    layoutFrom: { ...from, saved: layoutOf(data) },
    themeFrom: { ...from, saved: themeOf(data) },
  };
}

/**
 * Loads a configuration into the draft, as a step that can be undone. The colors of a layout are loaded with it but
 * stay part of the layout: they are not a stored theme.
 */
export function load(config: Stored): void {
  const { config_data: data } = config;
  const { layoutFrom, themeFrom } = originsOf(config);
  const isLayout = typeOf(config) === 'layout';
  const { hasLayout, hasTheme } = partsOf(data);
  const taken: Partial<MenuDraft> = {
    ...((isLayout || hasLayout) && { layout: layoutOf(data), selected: null }),
    ...((!isLayout || hasTheme) && { theme: themeOf(data) }),
    ...(isLayout ? { layoutFrom } : { themeFrom }),
  };
  change(taken);
}

/** Loads a starter template. It has no stored origin yet. */
export function begin(config: Pick<Stored, 'config_data' | 'config_type'>): void {
  const { config_data: data, config_type: type } = config;
  const { hasLayout, hasTheme } = partsOf(data);
  change({
    ...((type === 'layout' || hasLayout) && { layout: layoutOf(data), layoutFrom: null, selected: null }),
    ...((type === 'theme' || hasTheme) && { theme: themeOf(data), themeFrom: null }),
  });
}

/**
 * Makes the saved configuration the origin of the draft, unless another one was loaded meanwhile.
 * @param fromId the configuration that the draft was loaded from when it was sent
 */
export function noteSavedConfig(config: Stored, fromId: number | null): void {
  const isLayout = typeOf(config) === 'layout';
  const { layoutFrom, themeFrom } = presentDraft();
  const present = (isLayout ? layoutFrom : themeFrom)?.id ?? null;
  if (present !== fromId && present !== config.id) return;
  const origins = originsOf(config);
  noteSaved(isLayout ? { layoutFrom: origins.layoutFrom } : { themeFrom: origins.themeFrom }, fromId);
}
