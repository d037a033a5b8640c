import type { SubmissionProblem } from './check-submission.ts';

const steps = { own: 'Jobdock’s own list', destination: 'the destination' } as const;

/** One sentence for a problem of a submission, with its remedy. `sameTarget` is the documented sentence. */
export function problemWords(problem: SubmissionProblem, sameTarget: string): string {
  switch (problem.kind) {
    case 'sameTarget':
      return sameTarget;
    case 'jobClosed':
      return 'The job takes no submissions any more. Choose another job.';
    case 'caregiverGone':
      return 'The source no longer has this caregiver. Search again.';
    case 'unmapped':
      return `The ${problem.field} “${problem.value}” is not mapped to ${steps[problem.step]}. Map it, then send again.`;
    case 'documentMissing':
      return `The document “${problem.name}” is missing. Add it to the caregiver in the source, or change the package.`;
    case 'documentExpired':
      return `The document “${problem.name}” expired on ${problem.expires}. Replace it in the source.`;
    case 'fieldMissing':
      return `The destination requires the ${problem.name} of the caregiver. Enter it in the source.`;
    case 'choiceMissing':
      return `The destination requires the ${problem.name}. Choose it here, map it, or give its dictionary a default entry.`;
    case 'choiceGone':
      return `The destination no longer lists the ${problem.name} that was chosen. Choose another one.`;
    case 'alreadySubmitted':
      return `${problem.by} put this caregiver forward for this job already (submission ${problem.id}).`;
  }
}
