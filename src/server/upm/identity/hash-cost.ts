import type { Options } from '@node-rs/argon2';

type Cost = Readonly<Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>>;

/** argon2id, 19 MiB, 2 passes: the OWASP recommendation, about 30 ms of one core. */
export const RECOMMENDED: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What a server's hashing of passwords costs from now on; a stored hash says what it took itself. */
export class HashCost {
  cost: Cost = RECOMMENDED;
}
