import { testOfKilledTill } from '../support/faults/killed-till.ts';
import { test } from '../support/staff.ts';

test.use({ network: 'scripted' });

for (const seconds of [0, 0.3, 4]) testOfKilledTill(seconds);
