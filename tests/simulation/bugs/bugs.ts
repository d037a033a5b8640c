import { type Seams, sound } from '../base/seams.ts';
import type { Bug } from './bug.ts';
import { deviceBugs } from './device-bugs.ts';
import { postingBugs } from './posting-bugs.ts';
import { serviceBugs } from './service-bugs.ts';
import { submissionBugs } from './submission-bugs.ts';

export const bugs: readonly Bug[] = [...serviceBugs, ...postingBugs, ...deviceBugs, ...submissionBugs];

/** The system with one bug in it. */
export const withBug = (bug: Bug): Seams => ({ ...sound, ...bug.plant() });
