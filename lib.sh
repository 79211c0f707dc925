tryc () 
{ 
    k $1 :;
    lit $1 "$2";
    k $1 Enter;
    sleep .5;
    echo "[$2] $(cap $1 | sed -n '38p;39p' | tr '\n' ' ')";
    k $1 Escape
}
