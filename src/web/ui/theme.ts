import { create } from 'zustand';

export type ThemeChoice = 'dark' | 'light' | 'system';

/** public/theme.js reads it before the first paint; keep the two in step. */
const KEY = 'pos_theme';

function stored(): ThemeChoice {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'system' ? value : 'dark';
}

function apply(choice: ThemeChoice): void {
  const light = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
}

// For everybody: the setting belongs to the browser.
export const useTheme = create<{ choice: ThemeChoice; choose: (choice: ThemeChoice) => void }>((set) => ({
  choice: stored(),
  choose: (choice) => {
    localStorage.setItem(KEY, choice);
    apply(choice);
    set({ choice });
  },
}));

/** Follows the system's setting while "system" is chosen, and a choice made in another tab. */
export function watchTheme(): void {
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => apply(useTheme.getState().choice));
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    apply(stored());
    useTheme.setState({ choice: stored() });
  });
}
