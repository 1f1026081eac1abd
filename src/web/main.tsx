import './zod-setup.ts';
import './kit-host.ts';
import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openCommands } from './api/commands/commands.ts';
import { captureConsole } from './api/reports/console-log.ts';
import { watchErrors } from './api/reports/error-reports.ts';
import { restoreSession, useSession, watchSession } from './api/session/session.ts';
import { App } from './app.tsx';
import { preloadFirstScreen } from './routes/router.tsx';
import { watchTheme } from './ui/theme.ts';

captureConsole();
watchErrors();
watchTheme();
watchSession();
const atStart = useSession.getState();
const screen = preloadFirstScreen(atStart.status === 'loading' && atStart.remembered !== null);
// Nobody is shown a cart before it is known which ones were sent.
void restoreSession(Promise.all([openCommands(), screen]).then(() => undefined));

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
