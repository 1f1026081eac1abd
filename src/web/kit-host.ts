import { sentenceOf } from './api/call/call-error.ts';
import { reportError } from './api/reports/error-reports.ts';
import { onServerBack, serverAnswers } from './api/queries/live.ts';
import { whenOwnerChanges } from './api/session/per-owner.ts';
import { installHost } from './ui/host.ts';
import { dropPrompts } from './ui/layers/prompts.tsx';
import { dropToasts } from './ui/status/toast.tsx';

installHost({ reportError, sentenceOf, serverAnswers, onServerBack });
// The next person neither answers questions put to the last one nor reads what was told them.
whenOwnerChanges(dropPrompts);
whenOwnerChanges(dropToasts);
