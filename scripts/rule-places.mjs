/** Makes docs/rule-places.md from the comments that cite rules. */
import { writeRulePlaces } from './lib/rules.mjs';

writeRulePlaces();
