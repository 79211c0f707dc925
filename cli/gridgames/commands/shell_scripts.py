"""The scripts of shells that ask the program for the words at a TAB; see :mod:`completing`.

VARIABLE and TABLE are replaced by the name in the environment, and by the path of the table.
"""

SCRIPTS = {
    "bash": r"""
_gridgames() {
    local word about files= current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS=$'\t' read -r word about; do
        if [[ $word == / ]]; then
            files=1
            compopt -o filenames
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
        else
            [[ $files ]] || printf -v word %q "$word"
            COMPREPLY+=("$word")
        fi
    done < <(VARIABLE=TABLE gridgames "${COMP_WORDS[@]:1:COMP_CWORD-1}" ":$current" 2>/dev/null)
}
complete -F _gridgames gridgames
""",
    "zsh": r"""
#compdef gridgames
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_gridgames() {
    local word about
    local -a found shown
    while IFS=$'\t' read -r word about; do
        if [[ $word == / ]]; then
            _files
        else
            found+=("$word")
            shown+=("$word${about:+  -- $about}")
        fi
    done < <(
        VARIABLE=TABLE gridgames "${(@)words[2,CURRENT-1]}" ":${words[CURRENT]}" 2>/dev/null
    )
    (( $#found )) && compadd -U -l -d shown -a found
}
compdef _gridgames gridgames
""",
    "fish": r"""
function __gridgames
    set -l before (commandline -opc)
    set -e before[1]
    set -l current (commandline -ct)
    for line in (env VARIABLE=TABLE gridgames $before ":$current" 2>/dev/null)
        if test "$line" = /
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c gridgames -f -a '(__gridgames)'
""",
    "powershell": r"""
Register-ArgumentCompleter -Native -CommandName gridgames -ScriptBlock {
    param($current, $line, $cursor)
    $before = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    if ($current) { $before = @($before | Select-Object -SkipLast 1) }
    $before = @($before | ForEach-Object { $_.Trim("'", '"') })
    $typed = "$current".TrimStart("'", '"')
    $encoding = [Console]::OutputEncoding
    $env:VARIABLE = TABLE
    try {
        [Console]::OutputEncoding = [Text.Encoding]::UTF8
        $answer = @(gridgames @before ":$typed")
    } finally {
        [Console]::OutputEncoding = $encoding
        Remove-Item env:VARIABLE
    }
    $answer | ForEach-Object {
        $word, $about = $_ -split "`t", 2
        if ($word -eq '/') {
            [Management.Automation.CompletionCompleters]::CompleteFilename($typed)
        } else {
            if (-not $about) { $about = $word }
            $quoted = "'" + $word.Replace("'", "''") + "'"
            if ($word -match '^[\w./:=+\\-]+$') { $quoted = $word }
            [Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $about)
        }
    }
}
""",
}
