// npm run verify:log: verifies the chains of the operation log. Takes DATA_DIR and DATABASE_URL as
// the server does.
import { runServerCommand } from './lib/command.mjs';

await runServerCommand('verify-log');
