/** What the words beside an amount say it is. */
export type RateLabel = 'bill' | 'least' | 'most' | 'rate' | 'other' | 'none';

// Amounts that are no bill rate, whatever else is said beside them.
const OTHER =
  /\b(?:pay(?:s|ing|ment|rate)?|paid|wages?|salar(?:y|ies)|gross|net|take[- ]?home|earn(?:s|ings)?|compensation|week(?:ly|s)?|month(?:ly)?|annual(?:ly)?|year(?:ly)?|stipends?|per ?diem|housing|lodging|m&ie|m & ie|meals?|allowances?|bonus(?:es)?|sign[- ]?on|completion|referral|retention|incentives?|over ?time|ot|time and a half|double ?time|dt|holidays?|call[- ]?backs?|cb|on[- ]?call|call|charge|orientation|mileage|reimburse(?:d|ment|ments)?|differentials?|diff|weekends?|premium|tuition|insurance|parking|fee|fees|cost|costs|deposit|cancel\w*|penalt(?:y|ies)|former(?:ly)?|previous(?:ly)?|was|old|local|taxable|non[- ]?taxable|tax[- ]?free|untaxed|blended|crisis|extension|extended|training|travel|relo(?:cation)?|401k?|budget|revenue|beds?|lpn|cna|minimum wage|margin|mark[- ]?up|spread|base|guarantee[ds]?|nights? rate|gift|raise|up from)\b|>\s?40/;
const BILL =
  /\b(?:bill(?:ing|able|ed|s)?(?:[- ]?(?:rates?|amount|price))?|br|b\/r|client rate|invoice rate|rate to (?:agency|vendor|supplier)|(?:agency|vendor|supplier)(?:'s)? rate)\b/;
const LEAST = /\b(?:min(?:imum|\.)?|lowest|from|starting(?: at)?)\b/;
const MOST = /\b(?:max(?:imum|\.)?|highest|up to|not to exceed|nte|ceiling|cap)\b/;
const RATE = /\b(?:rates?|all[- ]inclusive|regular rate|hourly)\b/;

// "Bill rate (no OT)": a word that is denied says nothing about the amount.
const DENIED = /\b(?:no|not|without|excl(?:\.|udes|uding)?) [a-z-]+(?: rate)?/g;

/** What the lower-case words say that an amount is. A word for another amount decides against a bill rate. */
export function labelIn(said: string): RateLabel {
  const words = said.replaceAll(DENIED, ' ');
  if (OTHER.test(words)) return 'other';
  if (BILL.test(words)) return LEAST.test(words) ? 'least' : MOST.test(words) ? 'most' : 'bill';
  return RATE.test(words) ? 'rate' : 'none';
}

/** The unit after an amount: an hour, another one, or none. */
export function unitAfter(after: string): 'hour' | 'other' | 'none' {
  if (/^\s*(?:usd)?\s*(?:\/|per\b|an\b|p\.?)?\s?-?(?:h|hr|hrs|hour|hourly)\b/.test(after)) return 'hour';
  return /^\s*(?:usd)?\s*(?:%|k\b|(?:\/|per\b|a\b|each\b|every\b)\s?(?:w|wk|week|day|d|shift|month|mo|mile|year|yr|annum|assignment|contract|call|pay ?period)\b|weekly|daily|monthly|annually|yearly|days?\b|weeks?\b|hours\b|hrs\b|shifts\b|beds?\b|years?\b|minutes?\b|miles?\b|am\b|pm\b|x\b)/.test(
    after,
  )
    ? 'other'
    : 'none';
}
