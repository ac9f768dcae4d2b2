import { ConfigError } from '../config/config.ts'

/**
 * What a shell loads. Each asks the program itself for what may come next, so that it always knows the commands and flags
 * of the version that is installed; a line is a word and, after a tab, what it is for, if there is something to say. `:files` leaves it to the shell.
 */
const scripts = {
  // bash also breaks words at ":" and "=": the line is split at blanks here, and what stands before the break is taken off.
  bash: `# bash completion of payment-emulator: source <(payment-emulator completion bash)
_payment_emulator() {
  local word help current="\${COMP_WORDS[COMP_CWORD]}" line="\${COMP_LINE:0:COMP_POINT}"
  local typed="\${line##*[[:space:]]}"
  local -a sent
  read -ra sent <<<"$line"
  [ -n "$typed" ] || sent+=("")
  [ "$current" = "=" ] || [ "$current" = ":" ] && current=
  local before="\${typed%"$current"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word help; do
    if [ "$word" = ":files" ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("\${word#"$before"}")
    fi
  done < <("\${COMP_WORDS[0]}" complete -- "\${sent[@]:1}" 2>/dev/null)
}
complete -F _payment_emulator payment-emulator
`,
  zsh: `#compdef payment-emulator
# zsh completion of payment-emulator, after compinit: source <(payment-emulator completion zsh)
_payment_emulator() {
  local line word
  local -a found
  while IFS= read -r line; do
    if [[ $line = :files ]]; then
      compset -P '--*='
      _files
      return
    fi
    word=\${line%%$'\\t'*}
    found+=("\${word//:/\\\\:}:\${\${line#"$word"}#$'\\t'}")
  done < <("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe payment-emulator found
}
compdef _payment_emulator payment-emulator
`,
  fish: `# fish completion of payment-emulator: payment-emulator completion fish | source
function __payment_emulator
  set -l words (commandline -opc)
  set -l found ($words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
  if test "$found" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c payment-emulator -f -a '(__payment_emulator)'
`,
} as const

export const shells = Object.keys(scripts)

/** The script of a shell. Throws a ConfigError for another one. */
export function completionScript(shell: string): string {
  if (Object.hasOwn(scripts, shell)) return scripts[shell as keyof typeof scripts].trimEnd()
  throw new ConfigError(`there is no completion for "${shell}"; there is one for ${shells.join(', ')}`)
}
