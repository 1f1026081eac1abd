import { defineCommands } from '#web/api/commands/commands.ts';

/** Where the code of each kind of command is: a command outlives the view, and the page, that sent it. */
defineCommands({
  sale: async () => {
    const [{ saleCommand }] = await Promise.all([
      import('#web/features/register/sale-command.ts'),
      // Hears the answers.
      import('#web/features/register/sale-runner.ts'),
    ]);
    return saleCommand;
  },
});
