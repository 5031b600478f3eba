// npm run backup [DIR]: saves the whole installation, beside a running server too. Takes DATA_DIR
// and DATABASE_URL as the server does.
import { runServerCommand } from './lib/command.mjs';

await runServerCommand('backup');
