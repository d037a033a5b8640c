/** What is wrong with the arguments or files of an evaluation: reported in one sentence, without a stack. */
export class EvalProblem extends Error {}
