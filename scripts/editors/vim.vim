" What a user of Vim with ALE sees of the example attack. Ends Vim, with status 1 when
" something is not as it should be. What it has to say goes to the file $AEONC_REPORT:
" in this mode Vim prints nothing.

let g:ale_hover_to_preview = 1
let s:patience = 20000 " milliseconds

function! s:Say(text) abort
  call writefile(['vim: ' . a:text], $AEONC_REPORT, 'a')
endfunction

function! s:Fail(text) abort
  call s:Say(a:text)
  cquit
endfunction

function! s:Wait(what, Holds) abort
  for l:_ in range(s:patience / 50)
    if a:Holds()
      return
    endif
    sleep 50m
  endfor
  call s:Fail(a:what . '; errors: ' . string(s:Errors()))
endfunction

function! s:Errors() abort
  let l:found = filter(copy(ale#engine#GetLoclist(bufnr('%'))), {_, d -> d.type is# 'E'})
  return sort(map(l:found, {_, d -> d.code . ' ' . d.lnum . ':' . d.col . '-' . d.end_lnum . ':' . d.end_col}))
endfunction

function! s:Hovered() abort
  return filter(range(1, winnr('$')), {_, n -> getwinvar(n, '&previewwindow')})
        \ ->map({_, n -> join(getbufline(winbufnr(n), 1, '$'), "\n")})->join('')
endfunction

function! s:WhatTheSinkIsGivenIsMarked() abort
  call s:Wait('no error appears', {-> !empty(s:Errors())})
  " The session and the repository; ALE counts from 1 and includes the end.
  let l:expected = ['AE301 7:19-7:19', 'AE301 7:21-7:24']
  if s:Errors() != l:expected
    call s:Fail('expected ' . string(l:expected) . ', found ' . string(s:Errors()))
  endif
endfunction

function! s:HoverTellsTheState() abort
  call cursor(5, 26) " the session that the plan is given
  ALEHover
  call s:Wait('no hover appears', {-> !empty(s:Hovered())})
  let l:text = s:Hovered()
  pclose
  if l:text !~# 'sessionTainted s' || l:text !~# 'because the contract'
    call s:Fail('the hover does not tell the session''s state: ' . l:text)
  endif
endfunction

function! s:Choose(data, items) abort
  for [l:_, l:action] in a:items
    if get(l:action, 'isPreferred', v:false) is v:true
      call ale#codefix#ApplyLSPCodeAction(a:data, l:action)
      return
    endif
  endfor
  call s:Fail('no quick fix is preferred: ' . string(a:items))
endfunction

function! s:AQuickFixRepairsThePlan() abort
  call cursor(7, 19)
  let l:before = getline(1, '$')
  call ale#codefix#Execute(0, function('s:Choose'))
  call s:Wait('the quick fix changes nothing', {-> getline(1, '$') != l:before})
  ALELint " Vim tells nobody of the change while a script runs
  call s:Wait('the errors stay after the quick fix', {-> empty(s:Errors())})
  " Not only gone for the moment of the next check: the plan is verified.
  silent write
  let l:report = system('aeonc check --format compact ' . shellescape(expand('%:p')))
  if v:shell_error
    call s:Fail('the repaired plan is not verified: ' . l:report)
  endif
endfunction

call s:WhatTheSinkIsGivenIsMarked()
call s:HoverTellsTheState()
call s:AQuickFixRepairsThePlan()
call s:Say('diagnostics, hover and quick fix are as they should be')
qall!
