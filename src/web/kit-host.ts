import { sentenceOf } from './api/call-error.ts';
import { reportError } from './api/error-reports.ts';
import { onServerBack, serverAnswers } from './api/live.ts';
import { whenOwnerChanges } from './api/per-owner.ts';
import { installHost } from './ui/host.ts';
import { dropPrompts } from './ui/prompts.tsx';
import { dropToasts } from './ui/toast.tsx';

installHost({ reportError, sentenceOf, serverAnswers, onServerBack });
// The next person neither answers questions put to the last one nor reads what was told them.
whenOwnerChanges(dropPrompts);
whenOwnerChanges(dropToasts);
