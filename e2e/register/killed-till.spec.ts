import { testOfKilledTill } from '../support/faults/killed-till.ts';
import { test } from '../support/staff.ts';

test.use({ network: 'scripted' });

testOfKilledTill(0.3);
